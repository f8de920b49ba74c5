#!/bin/sh
# Runs "$@" where nothing but itself can be reached: a network of its own whose forbidden addresses are this machine's,
# and whose DNS server is whoever listens on 127.0.0.1. Needs root. Stops with 75 where namespaces cannot be made.
if [ "$1" = --inside ]; then
  shift
  set -e
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
  exec "$@"
fi
unshare -n -m true 2>/dev/null || exit 75
exec unshare -n -m /bin/sh "$0" --inside "$@"
