# One member of the JSON on standard input, such as `field kit.id`; the examples read this file.
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"; }
