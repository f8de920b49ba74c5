import { expect, test } from 'bun:test'
import { createPatternCheck, repeatedTexts } from './linear-growth.ts'
import { literalsIn, patternsOfSource } from './source-patterns.ts'

const seeds = [
  ' ¦\t¦\n¦a¦A¦0¦1¦-¦–¦.¦,¦:¦(¦[¦/¦+¦@¦#¦<¦"¦\'¦&¦|¦_¦%¦^¦a ¦A ¦ a¦Aa ¦1 ¦12 ¦123 ¦1,¦1.¦1-¦1/¦a.¦',
  'a-¦a@¦@a.¦(1¦1)¦) (¦[ at ¦ at ¦ dot ¦since a ¦since ¦founded a b c ¦founded in ¦seit ¦',
  '1998 hat a ¦12 aa bb ¦team of ¦100 200 ¦1 000 ¦we 12 aa ¦looking for a A ¦wir suchen eine Aa ¦',
  'Aaaa of ¦(m/¦(m/w/¦m/w/¦tel ¦tel. / ¦fax ¦+49 (0) ¦0431 12 ¦12345 Aaa Bbb ¦Aaa-¦NSW ¦SW1A ¦',
  'Aaaa, ¦ü¦É¦日¦〒100-¦Str. ¦a\u00a0¦\u200b¦Copyright © ¦© 2024 ¦Dr. ¦Dipl.-Ing. ¦von ¦http://¦',
  'mailto:¦mastodon ¦logo ¦vertreten durch ¦Firma: ¦company name: ¦bei A¦head of ¦: ¦. A¦aaaa. A¦$¦',
  '€¦\u00a0¦一¦\u0301¦$1¦$ ¦1 €¦€ 1¦1.1¦1,1¦111.¦1 111 ¦$1,111,¦US$¦EUR ¦1 EU¦$1 – $2 ¦1-1 ¦kr 1¦',
  'include:¦ include:a¦" "¦"price":"¦"price" : ¦a.b ¦/month¦per ¦ per per¦from ¦ab ¦,- ¦',
  'integration ¦-Integration¦for a b c d ¦for the ¦old-price ¦line-through¦ vs ¦/vs/¦-vs-¦/2024/1¦',
  '.html¦e.g. ¦z. B. ¦]¦{¦®¦™¦?¦!¦\\¦&a¦0 ¦ ,¦ \u200b¦rgb(¦translate(-¦@layer ¦@media  ¦schema¦&#1¦',
  'a. ¦A. ¦a\u200b¦\t!¦! !  ¦\ud83d¦é-¦A1¦AA1 ¦W1A ¦a’¦Receivables fits. ¦one ¦e\u0301¦“¦😀¦a  ',
]
  .join('')
  .split('¦')

/** The seed repeated, and with an end that makes an anchored pattern fail at the last moment. */
const texts = repeatedTexts(seeds, [
  ['', ''],
  ['', '\u0000'],
  ['A', '!'],
])

test('every regular expression of the analysis takes time linear in its text', async () => {
  const expectLinearPattern = createPatternCheck(texts)
  const patterns = await patternsOfSource('src/analysis')
  for (const { file, source, flags } of patterns) expectLinearPattern(file, new RegExp(source, flags))
  expect(patterns.length).toBeGreaterThan(150)
})

test('regular expressions are found where they are written, and nowhere else', () => {
  const source = String.raw`
    const a: RegExp = /x+y/g
    text.replace(/\s[/]+$/, '') // https://a/b
    const b = c / d / e + '/f/'`
  expect(literalsIn(source)).toEqual([
    { source: 'x+y', flags: 'g' },
    { source: String.raw`\s[/]+$`, flags: '' },
  ])
})
