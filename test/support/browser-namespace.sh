#!/bin/sh
# Runs "$@" where nothing but itself can be reached: a network of its own whose forbidden addresses are this machine's,
# and whose DNS server is whoever listens on 127.0.0.1. Works as root, and as an ordinary user where users may have
# namespaces. Stops with 75 where neither is so.
setup() {
  ip link set lo up
  ip link set lo multicast on
  for address in 169.254.169.254 10.0.0.1 192.168.1.1 93.184.215.14; do ip addr add "$address/32" dev lo; done
  ip -6 addr add fd12::1/128 dev lo nodad
  # Browsers gather addresses of real interfaces only, and ask for names only when there is a way out.
  ip link add veth0 type veth peer name veth1
  ip addr add 192.0.2.77/24 dev veth0
  ip link set veth0 up
  ip link set veth1 up
  ip route add 224.0.0.0/4 dev lo
  ip route add default dev lo
  printf 'nameserver 127.0.0.1\n' >"$NAMESPACE_FOLDER/resolv.conf"
  mount --bind "$NAMESPACE_FOLDER/resolv.conf" /etc/resolv.conf
}

case "$1" in
--inside)
  shift
  set -e
  setup
  exec "$@"
  ;;
--inside-as-user)
  shift
  set -e
  setup
  echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
  # A user again, as root of such a namespace is the only user in it.
  exec unshare --user --map-user=1000 --map-group=1000 "$@"
  ;;
esac
if unshare -n -m true 2>/dev/null; then exec unshare -n -m /bin/sh "$0" --inside "$@"; fi
if unshare -U -r -n -m true 2>/dev/null; then exec unshare -U -r -n -m /bin/sh "$0" --inside-as-user "$@"; fi
exit 75
