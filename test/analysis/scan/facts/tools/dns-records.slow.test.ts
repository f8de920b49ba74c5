import { test } from 'bun:test'
import { dnsCandidates } from '../../../../../src/analysis/scan/facts/tools/dns-records.ts'
import { expectLinearGrowth } from '../../../linear-growth.ts'

test('a record of DNS is read in linear time', () => {
  expectLinearGrowth('a record', {
    size: 200,
    workOn: (mechanisms) => {
      const txt = Array.from({ length: 200 }, () => `"v=spf1 ${'include:a.b.c.d.e '.repeat(mechanisms)}"`)
      return () =>
        dnsCandidates({ domain: 'acme-widgets.com', host: 'www.acme-widgets.com', mx: [], cname: [], txt })
    },
  })
})
