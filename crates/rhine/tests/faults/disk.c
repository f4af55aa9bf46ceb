// A disk that fails when it is told to. Loaded before libc into a table under test; it looks only at
// files with `.sqlite` in their name, and not at shared memory.
//
// FAULT_CONTROL names a file of 16 bytes: byte 0 is the fault (see below), bytes 8 to 15 count syncs.
// With FAULT_SHADOW set, every file is copied to FILE.synced when a sync of it has succeeded: what would
// be left of it after the power was cut, if nothing else had reached the disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NONE, FULL, WRITE_ERROR, SYNC_ERROR };

static volatile unsigned char *control;
static int shadow;

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("FAULT_CONTROL");
  int fd = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *page = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) control = page;
  close(fd);
  shadow = getenv("FAULT_SHADOW") != NULL;
}

static int is_ours(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strstr(path, ".sqlite") != NULL && strstr(path, "-shm") == NULL;
}

static int write_fails(int fd) {
  char path[PATH_MAX];
  if (!control || (control[0] != FULL && control[0] != WRITE_ERROR) || !is_ours(fd, path)) return 0;
  errno = control[0] == FULL ? ENOSPC : EIO;
  return 1;
}

ssize_t write(int fd, const void *bytes, size_t n) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = dlsym(RTLD_NEXT, "write");
  return write_fails(fd) ? -1 : real(fd, bytes, n);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) {
  static ssize_t (*real)(int, const void *, size_t, off_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite");
  return write_fails(fd) ? -1 : real(fd, bytes, n, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  return write_fails(fd) ? -1 : real(fd, bytes, n, at);
}

// Reads through the file's own descriptor: closing another one would drop SQLite's locks.
static void copy(int from, const char *path) {
  static atomic_uint number;
  char fresh[PATH_MAX + 32], synced[PATH_MAX + 32];
  snprintf(fresh, sizeof fresh, "%s.%u.new", path, atomic_fetch_add(&number, 1));
  snprintf(synced, sizeof synced, "%s.synced", path);
  int to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  struct stat about;
  if (to < 0) return;
  if (fstat(from, &about) == 0) {
    off_t at = 0;
    while (at < about.st_size && sendfile(to, from, &at, (size_t)(about.st_size - at)) > 0) {}
    rename(fresh, synced);
  }
  close(to);
}

static int sync_by(int fd, const char *name) {
  char path[PATH_MAX];
  int ours = control && is_ours(fd, path);
  if (ours && control[0] == SYNC_ERROR) {
    errno = EIO;
    return -1;
  }
  int (*real)(int) = dlsym(RTLD_NEXT, name);
  int done = real(fd);
  if (ours && done == 0) {
    if (shadow) copy(fd, path);
    atomic_fetch_add((atomic_uint_least64_t *)(control + 8), 1);
  }
  return done;
}

int fsync(int fd) { return sync_by(fd, "fsync"); }
int fdatasync(int fd) { return sync_by(fd, "fdatasync"); }
