#!/bin/sh
# Adds up the shares of a dough.
awk "{ sum += \$1 } END { print sum }" "$1"
