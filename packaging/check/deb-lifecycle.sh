# Installs, starts, upgrades, removes and purges the package. Arguments: the package, and the root
# directory of a Debian system. Runs in namespaces of its own, so that no mount and no process remains.
set -eu
package=$1 root=$2
export DEBIAN_FRONTEND=noninteractive LC_ALL=C PATH=/usr/sbin:/usr/bin:/sbin:/bin
unit=/etc/systemd/system/multi-user.target.wants/gatehouse.service
settings=etc/gatehouse/gatehouse.env

inside() { chroot "$root" "$@"; }
fail() {
    echo "$*" >&2
    exit 1
}
present() { [ -e "$root/$1" ] || [ -L "$root/$1" ] || fail "/$1 is missing $2"; }
absent() {
    if [ -e "$root/$1" ] || [ -L "$root/$1" ]; then
        fail "/$1 remains $2"
    fi
}
quietly_dpkg() { inside dpkg "$@" >"$root/tmp/dpkg.log" 2>&1 || fail "dpkg $*: $(cat "$root/tmp/dpkg.log")"; }

mount -t proc proc "$root/proc"
for name in null zero random urandom; do
    rm -f "$root/dev/$name"
    : >"$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
done
cp "$package" "$root/tmp/gatehouse.deb"

quietly_dpkg --install /tmp/gatehouse.deb
present "$unit" "after the installation"
[ "$(inside stat -c '%a %U %G' /var/lib/gatehouse)" = "700 gatehouse gatehouse" ] || fail "the data has another owner"
[ "$(inside stat -c '%a %U %G' /$settings)" = "640 root gatehouse" ] || fail "the settings have another owner"

# What the service runs, as its user.
command=$(sed -n 's/^ExecStart=//p' "$root/usr/lib/systemd/system/gatehouse.service")
# shellcheck disable=SC2086 # The command has several words.
chroot --userspec=gatehouse:gatehouse "$root" /usr/bin/env -i GATEHOUSE_DATA=/var/lib/gatehouse \
    GATEHOUSE_PORT=0 $command >"$root/tmp/serve.log" 2>&1 &
server=$!
tries=0
until grep -q '^listening on ' "$root/tmp/serve.log"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "the server does not listen: $(cat "$root/tmp/serve.log")"
    sleep 0.1
done
curl --silent --fail --noproxy '*' "$(sed -n 's/^listening on //p' "$root/tmp/serve.log")/readyz" >/dev/null ||
    fail "the server is not ready"
kill "$server"
wait "$server" || fail "the server does not stop cleanly"
present var/lib/gatehouse/gatehouse.db "after a start"

echo "# edited" >>"$root/$settings"
quietly_dpkg --install /tmp/gatehouse.deb
[ "$(tail -n 1 "$root/$settings")" = "# edited" ] || fail "an upgrade loses edited settings"
present "$unit" "after an upgrade"

quietly_dpkg --remove gatehouse
absent usr/bin/gatehouse "after the removal"
present var/lib/gatehouse/gatehouse.db "after the removal"
present "$settings" "after the removal"
[ "$(readlink "$root/etc/systemd/system/gatehouse.service")" = /dev/null ] || fail "the removal does not mask the unit"

quietly_dpkg --install /tmp/gatehouse.deb
absent etc/systemd/system/gatehouse.service "after the second installation"
present "$unit" "after the second installation"

quietly_dpkg --purge gatehouse
absent var/lib/gatehouse "after a purge"
absent etc/gatehouse "after a purge"
absent "$unit" "after a purge"
absent etc/systemd/system/gatehouse.service "after a purge"
left=$(inside find / -xdev -name '*gatehouse*' -not -path '/tmp/*' -not -path '/proc/*')
[ -z "$left" ] || fail "a purge leaves $left"
