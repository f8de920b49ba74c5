#!/bin/sh
# Scans a website, recommends a product, and saves a report that it deletes again: analysis.sh [server] [address]
set -eu
. "$(dirname "$0")/field.sh"
server=${1:-http://127.0.0.1:8787}
url=${2:-http://larkfield-cycles.localhost:${SAMPLE_PORT:-8788}/}
post() { curl --fail-with-body -sS "$server$1" -H 'content-type: application/json' -d "$2"; }

scan=$(post /api/scan "{\"url\":\"$url\"}")
echo "Name: $(echo "$scan" | field profile.name.value)"
echo "Question: $(echo "$scan" | field followUpQuestion.label)"

answers='{"painPoints":["Customers pay their invoices late"],"tools":["Stripe"]}'
recommendation=$(post /api/diagnose "$answers")
echo "Recommended: $(echo "$recommendation" | field product.name)"

saved=$(post /api/reports "{\"consent\":true,\"path\":\"manual\",\"answers\":$answers,\"recommendation\":$recommendation}")
echo "Report: $(echo "$saved" | field shareUrl)"
curl --fail-with-body -sS -X DELETE "$server/api/reports/$(echo "$saved" | field id)" \
  -H "X-Deletion-Token: $(echo "$saved" | field deletionToken)"
echo ' Report deleted'
