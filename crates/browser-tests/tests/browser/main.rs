//! The table as people meet it: a real server, a real Chromium, real clicks.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first thing that goes wrong")]

mod access;
mod alike;
mod battle;
mod board;
mod boxes;
mod clicks;
mod common;
mod company;
mod dday;
mod endings;
mod games;
mod grenade;
mod hands;
mod keys;
mod lobby;
mod log;
mod look;
mod mistakes;
mod newcomer;
mod pace;
mod questions;
mod race;
mod road;
mod said;
mod small;
mod thumb;
mod training;
mod turns;
mod wayback;
mod windows;
