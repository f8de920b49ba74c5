#!/bin/sh
# Reads milestones and their evidence, and runs a verification cycle through an injected fault: milestone.sh [server]
set -eu
. "$(dirname "$0")/field.sh"
server=${1:-http://127.0.0.1:8787}
get() { curl --fail-with-body -sS "$server$1"; }

demo=$(get /api/status/demo)
hash=$(get '/api/explorer/milestones?state=verified&limit=1' | field 'milestones[0].milestoneHash')
echo "Milestone $hash: $(get "/api/status/milestone/$hash" | field statusLabel)"
root=$(get '/api/indexer?limit=1' | field 'bundles[0].root')
echo "Evidence $root: $(get "/api/indexer/$root" | field leaves.length) documents, the proof of the first has $(get "/api/indexer/$root/proofs/0" | field proof.length) hashes"

curl --fail-with-body -sS "$server/api/chaos" -H 'content-type: application/json' \
  -d '{"type":"rpc_429","ttlSeconds":20,"probability":0.3,"seed":7}' > /dev/null
cycle=$(curl --fail-with-body -sS -X POST "$server/api/chaos/verify")
echo "Cycle $(echo "$cycle" | field runId): $(echo "$cycle" | field status) in $(echo "$cycle" | field attempts) attempts"
echo "Recoveries so far: $(get /api/recovery | field summary.totalEvents)"
