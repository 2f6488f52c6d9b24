#!/bin/sh
touch hook-was-run
