# Starts the command of an image in its root directory, as its user. Arguments: the root directory,
# user:group, and the command. Runs in namespaces of its own.
set -eu
root=$1 user=$2
shift 2
log=$root/../serve.log

mount -t proc proc "$root/proc"
for name in null zero random urandom; do
    : >"$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
done
env -i GATEHOUSE_DATA=/data GATEHOUSE_PORT=0 "$(command -v chroot)" --userspec="$user" --groups= "$root" "$@" >"$log" 2>&1 &
server=$!
tries=0
until grep -q '^listening on ' "$log"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || {
        cat "$log" >&2
        exit 1
    }
    sleep 0.1
done
curl --silent --fail --noproxy '*' "$(sed -n 's/^listening on //p' "$log")/readyz" >/dev/null
kill "$server"
wait "$server"
