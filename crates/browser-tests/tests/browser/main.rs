//! The table as people meet it: a real server, a real Chromium, real clicks.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first thing that goes wrong")]

mod access;
mod alike;
mod boxes;
mod clicks;
mod common;
mod company;
mod dday;
mod games;
mod grenade;
mod mistakes;
mod pace;
mod questions;
mod race;
mod road;
mod training;
mod wayback;
