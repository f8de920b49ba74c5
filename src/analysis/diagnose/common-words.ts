/**
 * Ordinary English words that a text may use beyond its input, in no particular order. None of them is a name, a product,
 * a number, a promise or an instruction.
 */
const list = `
a about above according across actual actually add added addition additional after again ago ahead aim alike align all
along already also although altogether among an and another answer any anyone anything apart appear appears approach
are area around as aside ask asked aspect at away
back background balance base based basis be bear became because become been before began begin beginning being
below benefit beside besides best better between beyond big both bring brings broad brought build built business busy by
came can capable capability care careful case catch cause caused central chance change changed check checked choice
choose chosen clear clearly close closely closer closest collect combination combine come comes coming common company
compare compared comparison complete completely concern concerned confidence confident connect connected connection
consider considered consistent contain contains context continue could count country couple course cover covered covers
create created current currently customer customers
daily day days deal decide decided decision deep deeply delay delayed deliver depend depends describe described
description design detail details determine develop did difference different difficult direct direction directly do
does doing done down draft draw drawn drive driven due during
each earlier early ease easier easily easy effect effective effort either else emerge end enough entire entirely equal
equally especially even evenly ever every everybody everyone everything exact exactly example expect expected explain
explained explains extra
face faced facing fact factor fair fairly fall familiar far faster feel few field figure fill final finally find finds
finding fine finish fit fits fitted fitting flow focus focused focuses follow followed following follows for form former
forward found founder friendly from full fully further furthermore
gain gap gather gave general generally get gets getting give given gives giving go goes going good got great greater
greatest group grow growing growth
had half-way hand handle handled handles handling happen happened happens hard hardly has have having he heard heart
heavily heavy held help helped helpful helping helps hence her here him his hold holds hope hours how however
i idea identify if image important improve in include included includes including increase indeed indicate indicates
individual inform information inside instead intend interest interested into involve is issue issues it item items its
itself
job join joined judge judged just
keep keeping keeps kept key kind knew know knowing known knows
large largely larger largest last late later lead leading leads learn leave left length let level lie light
like likely limit limited limits line list listed little live long longer look looked looking looks lot
made main mainly make makes making manage managed manner manual manually many mark match matched matches matching
material matter matters may maybe me mean meaning means meant meet member mention mentioned method middle might
mind more moreover most mostly much must my
name named namely narrow natural naturally near nearly necessary need needed needs next nice normal normally note noted
notice noticed now
obvious obviously occur of off offer offered offers often old on onto open opportunity option options or ordinary other
others otherwise our out outcome over overall own
pain paper part particular particularly partly parts pattern people perhaps person personal pick picked picture piece
place plain plainly plan planned play please plenty plus point pointed pointing points position possible possibly
practical practice prefer preferred prepare prepared present presented pretty previous primarily primary problem
problems process produce product products profile proper properly propose proposed provide provided provides purpose put
question questions quick quickly quiet quite
raise range ranked ranking rather reach read reading ready real really reason reasonable reasonably reasoning reasons
receive received recent recently recommend recommendation recommended recommends record reduce refer reflect reflects
regard regarding regular regularly relate related relation relatively relevant relies rely remain remaining remains
remember repeat repeated reply report require required requires respect respond rest rests result results review right
role room routine run runner running runner-up
said same saw say saying says score scored scores see seeing seem seems seen select selected sense separate serve serves
set setting several shall shape share shared she short shortly should show shown shows side sign signal signals similar
simple simply since single situation size slightly slow slowly small so solid solution solve solved solves some somebody
someone something sometimes somewhat soon sort source space speak speaking speaks specific specifically spend spends
spent spot stage stand standing stands start started starting starts state stated states stay step steps still stood
straight strength strengthen strengthens strong stronger strongest strongly subject such suffer suffers suggest
suggested suggests suit suitable suited suits sum summary support supported supports sure
table tackle tackled tackles take taken takes taking talk task tasks team teams tell tells tend term terms than thank
thanks that the their them themselves then there therefore these they thing things think this those though thought
through throughout thus tie tied time times timeline timing to today together told too took tool tools top topic total
toward towards track tried tries true truly try trying turn turned turns type typical typically
under understand understood unit until up upon us use used useful user uses using usual usually
value various version very via view
waiting want wanted wants was way ways we week weigh weighed weighs weight weights welcome well went were what whatever
when whenever where whereas whether which while who whole whom whose why wide will wish with within word words work
worked working works world would write writing written
year yes yet you your yours yourself
accurate achieve address addresses adequate adjust advantage affect afternoon aligns alignment alone amount answering
appropriate arise arrange arrive aspects assess assessment associated attention available average awaiting aware
backed backlog basic basically behaviour beneficial bit bottleneck brief briefly burden
calculate calculated carried carries carry central certain challenge challenges challenging channel clarity clean client
clients collaborate colleague colleagues combined combines comfortable comfortably commercial commitment communicate
communication companies comparable compelling complement complements complex comprehensive conclude conclusion condition
conduct consequently constant constantly context contribute contributes contributing contribution core correct correctly
correspond corresponding corresponds counted counting counts creating critical cumbersome current cut
data date dealing dedicated demand demands demonstrate demonstrates department derived despite detect determined
difficulty discuss discussion distinct distinguish document documents
eager efficient efficiently efficiency element eliminate emphasis enable enables encounter encountering engage
enhance entire equivalent essential essentially establish established evaluate event eventually evidence evident
existing exists expectation experience experienced experiences experiencing expert expertise explore expressed extensive
extent
face facilitate factors favor favour favourable favours feature features feedback flexible focusing foremost
foundation frequent frequently frustrate frustrating frustration function functions fundamental future
gaining gaps genuine geared generate goal goals graph guide guided
happening heading highest highlight highlighted highlights highly honest
ideal ideally immediate immediately impact imply implies importance importantly improved improvement improves improving
indication indicating industry influence initial initially input insight insights instance intended internal
introduce involved involves involving
joint
lets level leverage lighter likewise
maintain maintaining major majority margin meaningful measure measured measures mechanism meets mentioning mentions
merit minimal mix modest moment momentum month months morning motivated moving
nature necessarily network new notable notably number numbers
objective observe observed occasional occasionally operate operating operation optimal organisation organization
organise organised origin original outcome outcomes outweigh outweighs overlap overlaps owner
pace package parties passes path perfect perfectly perform performance period perspective pinpoint placed places planning
pleased potential potentially precise precisely predict prepare pressing pressure prevent primary principal priority
prioritise proceed productive productively profiles progress prominent properly provide proves proving pursue
quality
ranging ranks rate rated rating readily reader reality realistic recognise recognised recommending recover reducing
reference referring refine related relates relating relationship relevance reliable reliably relied remainder remark
repetitive represent representative represents resolve resolves resolving resonate resonates resource responsible
responsibility reveal reveals revolve revolves robust roughly
scale scenario scope scoring section sector seek seeking segment selection sensible separately sequence serious seriously
served serving shaped sharp shift shorter significance significant significantly skill skilled smaller smooth
smoothly solely solving sought sounds sources speaking specialise specialised specialises specialist spending spot
spread stack stages stakeholder standard stating statement status staying stem stems stepping stick straightforward
strategic strategy streamline streamlined streamlines streamlining stretch strengths structure structured struggle
struggles struggling style substantial substantially succeed success successful successfully suffering sufficient
suggesting suggestion suitability summarise supporting supportive surface system systems
tackles tackling tailored taking target targeted targeting targets tedious telling theme thorough thoroughly tight
time-consuming tiresome trail trailed trailing trails transparent treat treated trend trigger trouble troubles truth
ultimately underline underlines underlying undertake unique unlike update updated updates urgent
usage usefully utilise
valuable varied variety various view viewed views visible vital
wait watch whichever wider willing workflow workflows workload worth worthwhile
`

export const commonWords: readonly string[] = list.split(/[\s-]+/).filter((word) => word !== '')

/** Number words and their digits. */
export const numberWords: ReadonlyMap<string, string> = new Map(
  `zero 0|one 1|two 2|three 3|four 4|five 5|six 6|seven 7|eight 8|nine 9|ten 10|eleven 11|twelve 12|thirteen 13|
  fourteen 14|fifteen 15|sixteen 16|seventeen 17|eighteen 18|nineteen 19|twenty 20|thirty 30|forty 40|fifty 50|
  sixty 60|seventy 70|eighty 80|ninety 90|hundred 100|hundreds 100|thousand 1000|thousands 1000|million 1000000|
  millions 1000000|billion 1000000000|billions 1000000000|trillion 1000000000000|dozen 12|dozens 12|half 1/2|halves 1/2|
  quarter 1/4|quarters 1/4|once ×1|twice ×2|thrice ×3|double ×2|doubles ×2|doubled ×2|triple ×3|triples ×3|tripled ×3|
  quadruple ×4|tenfold ×10|second 2nd|third 3rd|thirds 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|
  ninth 9th|tenth 10th|percent %|percentage %|nil 0`
    .split('|')
    .map((pair) => {
      const [word = '', digits = ''] = pair.trim().split(' ')
      return [word, digits]
    }),
)

/**
 * Words that change the meaning, promise, price, command or refer to the machine. Allowed only if the input of the text
 * contains them, even if the catalog does.
 */
export const guardedWords: readonly string[] = `
no not never none nobody nothing nor neither cannot cant without against unless except lack lacks fail fails failed
unable refuse refuses stop stops avoid worse worst bad poor wrong false fake lie lies
weak weaker weakest lower lowest behind less least fewer irrelevant unsuitable insufficient doubt uncertain
high medium low
always guarantee guarantees guaranteed promise promises promised ensure ensures certainly definitely
assure assured secure secured safe proven risk
free price prices priced pricing cost costs cheap cheaper discount discounts refund pay pays
paid payment payments fee fees charge charges dollar dollars euro euros pound pounds cent cents money cash bank card
credit account invoice buy buys bought purchase sell sale sales subscribe subscription trial
ignore disregard forget obey override pretend click tap visit download install upload open login log sign register
password passwords credential credentials secret secrets token tokens send sends sent email mail mails phone
telephone call calls contact write reply transfer wire bitcoin crypto wallet
instruction instructions prompt prompts system developer admin administrator assistant model models policy rule rules
hack hacked attack virus malware legal illegal law lawyer sue medical health death kill
http https www com net org dot slash html script
must should shall please
`
  .split(/\s+/)
  .filter((word) => word !== '')

/** Groups of guarded synonyms: one in the input allows the others. */
export const guardedFamilies: readonly (readonly string[])[] = [
  ['pay', 'pays', 'paid', 'payment', 'payments', 'unpaid'],
  ['send', 'sends', 'sent'],
  ['buy', 'buys', 'bought', 'purchase'],
  ['sell', 'sale', 'sales'],
  ['price', 'prices', 'priced', 'pricing', 'cost', 'costs'],
  ['no', 'not', 'never', 'none', 'nobody', 'nothing', 'nor', 'neither', 'cannot', 'without'],
]
