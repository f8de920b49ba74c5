#!/bin/sh
# Renders a campaign, asks for changes as a reviewer, revises it, approves it, and verifies a file by its receipt:
# campaign.sh [server] [folder]
set -eu
. "$(dirname "$0")/field.sh"
server=${1:-http://127.0.0.1:8787}
folder=${2:-campaign-files}
post() { path=$1 body=$2; shift 2; curl --fail-with-body -sS "$server$path" -H 'content-type: application/json' -d "$body" "$@"; }

run=$(post /api/agent '{"command":"Summer launch over a calm sea at dawn, square","parameters":{"brandKitId":"demo-launch","text":{"headline":"Slow mornings"}}}')
draft=$(echo "$run" | field draftId)
# The token of the review is the fragment of its address.
token=$(echo "$run" | field 'studioReviewUrl.split("#")[1]')
assets() { curl --fail-with-body -sS "$server/api/drafts/$1" -H "authorization: Bearer $token" | field draft.assetHash; }

post "/api/drafts/$draft/pins" '{"format":"square","x":0.8,"y":0.1,"note":"The logo is too close to the edge","by":"Mira"}' \
  -H "authorization: Bearer $token" > /dev/null
revised=$(post "/api/drafts/$draft/revisions" \
  "{\"by\":\"Mira\",\"text\":{\"headline\":\"Made for mornings\",\"cta\":\"\"},\"placement\":\"bottom-right\",\"assetHash\":\"$(assets "$draft")\"}" \
  -H "authorization: Bearer $token")
next=$(echo "$revised" | field draft.draftId)
post "/api/drafts/$next/decision" "{\"decision\":\"approve\",\"by\":\"Mira\",\"assetHash\":\"$(assets "$next")\"}" \
  -H "authorization: Bearer $token" > /dev/null
echo "Draft $draft was revised as $next and approved"

mkdir -p "$folder"
receipt=$(echo "$revised" | field draft.provenanceReceiptId)
curl --fail-with-body -sS "$(echo "$revised" | field 'draft.assets[0].resultUrl')" -o "$folder/square.png"
verified=$(curl --fail-with-body -sS "$server/api/provenance/verify" -F "receiptId=$receipt" -F "asset=@$folder/square.png")
echo "Receipt $receipt: verified $(echo "$verified" | field verified), $folder/square.png matches by $(echo "$verified" | field asset.match)"
