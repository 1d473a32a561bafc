#!/bin/sh
# The steps from a checkout to a server, each for itself; the Dockerfile has no others.
#   deploy/build.sh wheel FOLDER         the page and the wheel, from this checkout
#   deploy/build.sh install PLACE FOLDER the wheel of a folder in an environment of its own, with PostgreSQL's driver
#   deploy/build.sh compile PLACE [GAME…] every game, or those named, as machine code into OUTCRY_CACHE
set -eu

here=$(cd "$(dirname "$0")" && pwd)
step=$1
shift

case $step in
wheel)
    make -C "$here/.." page
    "$here/../.venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$here/../constraints.txt" build
    "$here/../.venv/bin/python" -m build --wheel --outdir "$1" "$here/.."
    ;;
install)
    python3 -m venv "$1"
    wheel=$(ls "$2"/*.whl)
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
        --constraint "$2/constraints.txt" "openoutcry[postgres] @ file://$wheel"
    ;;
compile)
    place=$1
    shift
    "$place/bin/python" -m openoutcry.bots.ready "$@"
    ;;
*)
    echo "deploy/build.sh: there is no step $step" >&2
    exit 2
    ;;
esac
