import type { BuilderKey } from './actors.ts'
import type { WindowsKey } from './milestone-script.ts'

/** The promises of a milestone: title, one sentence, deliverables. */
const briefs = {
  'tide-gauges': [
    'Six tide gauges on the north shore',
    'Low-cost pressure gauges installed, levelled and reporting every six minutes.',
    ['Six gauges in place', 'Levelling records', 'Two weeks of readings within 2 cm of the port authority'],
  ],
  'cold-storage': [
    'Walk-in cold storage, first two sheds',
    'Two insulated sheds that hold 6 °C on solar power through three cloudy days.',
    ['Two sheds built', 'Ten days of temperatures', 'Bill of materials under 4,100 per shed'],
  ],
  'mesh-firmware': [
    'Mesh firmware 1.0',
    'Radio firmware that keeps forty nodes in sync and survives a dead gateway.',
    ['Tagged release', 'Test report on forty nodes', 'Flashing guide'],
  ],
  'solar-dryers': [
    'Solar dryers for the cooperative',
    'Twelve dryers that bring mango slices under 15 % moisture in one day.',
    ['Twelve dryers', 'Moisture measurements', 'Signed hand-over by the cooperative'],
  ],
  'water-atlas': [
    'Open groundwater atlas, county edition',
    'Water levels of 180 wells, cleaned, mapped and published under an open licence.',
    ['Dataset with sources', 'Method paper', 'Code that rebuilds every map'],
  ],
  'seed-library': [
    'Seed library catalogue',
    'A public catalogue of 400 local varieties with germination tests.',
    ['Catalogue', 'Germination tests for 60 varieties'],
  ],
  'wind-logger': [
    'Wind logger at the old lighthouse',
    'Three months of wind at 10 m height to size a small turbine.',
    ['Logger installed', 'Ninety days of ten-minute means'],
  ],
  'tool-bank': [
    'Lending software for the tool bank',
    'Reservations and repairs for 300 tools, usable without training.',
    ['Running service', 'Source code', 'Notes of five usability sessions'],
  ],
  'grain-grading': [
    'Grain grading by phone camera',
    'A model that grades wheat samples as well as the trained inspector.',
    ['Trained model', 'Evaluation on 1,000 samples nobody trained on'],
  ],
  'paper-pilot': [
    'Paper sensors pilot',
    'Printed moisture sensors in twenty raised beds.',
    ['Two hundred sensors', 'Season report'],
  ],
  'harbor-lidar': [
    'Harbour wall survey by lidar',
    'A point cloud of 1.4 km of wall, with every crack over 5 mm marked.',
    ['Point cloud', 'Crack list with coordinates', 'Repeat survey of one section'],
  ],
  'soil-carbon': [
    'Soil carbon baseline on nine farms',
    'Laboratory values and a sampling design that others can repeat.',
    ['270 samples', 'Laboratory certificates', 'Analysis notebook'],
  ],
  'kiln-sensors': [
    'Temperature control for brick kilns',
    'Sensors and draught control that save a fifth of the fuel.',
    ['Four kilns fitted', 'Fuel records before and after'],
  ],
  'reef-cameras': [
    'Reef camera software',
    'On-board fish counting that sends numbers, not video.',
    ['Release for the camera board', 'Counts against 40 hours of human counts'],
  ],
  'aquifer-model': [
    'Aquifer model, calibration',
    'A groundwater model that explains ten years of levels in 24 wells.',
    ['Model files', 'Calibration report', 'Hindcast of the last two years'],
  ],
  'leaf-spectra': [
    'Leaf spectra of 40 crops',
    'Reflectance of healthy and stressed leaves, measured the same way each time.',
    ['Spectra of 40 crops', 'Protocol', 'Instrument calibration'],
  ],
  'dairy-cooling': [
    'Milk cooling at three collection points',
    'Milk at 4 °C within two hours, on a battery that lasts the night.',
    ['Three coolers', 'Temperatures of 30 deliveries'],
  ],
  'buoy-network': [
    'Twelve wave buoys',
    'A line of buoys that warns fishing boats two hours ahead.',
    ['Twelve buoys at sea', 'Warning service', 'One winter of data'],
  ],
  'orchard-drones': [
    'Blossom counts from the air',
    'Flights that predict the apple harvest within 10 %.',
    ['Flights over 60 ha', 'Prediction against the weighed harvest'],
  ],
  'drought-index': [
    'Weekly drought index',
    'An index from satellite and soil data, out every Monday.',
    ['Index for 52 weeks', 'Method and code'],
  ],
  'attempt-lone-vote': [
    'Drip lines for forty allotments: approved by one vote',
    'The builder asks for the smallest quorum and has one verifier on its side. The milestone fails and is refunded.',
    ['Drip lines', 'Water meter readings'],
  ],
  'attempt-dust-stake': [
    'Sand filters for two wells: held open by a dust stake',
    'Somebody stakes the least there is to keep the builder from cancelling. The builder cancels all the same.',
    ['Two filters', 'Turbidity before and after'],
  ],
  'attempt-whale-abstains': [
    'Rain barrels for three schools: a large verifier does not vote',
    'A verifier with half of all stake stays silent to block the quorum. Its stake above a third does not count, and it is charged.',
    ['Nine barrels', 'Overflow test', 'Hand-over by each school'],
  ],
  'attempt-pause': [
    'Caps for abandoned wells: the owner pauses the contract',
    'The owner pauses the contract while votes are cast. Votes count, the verdict comes and the stake is released.',
    ['Survey of 31 wells', 'Caps on all of them'],
  ],
  'attempt-late-bond': [
    'Night lamps for the ferry landing: votes bonded at the last second',
    'A second account bonds 60 ether one second before the evidence. Stake that has not warmed up cannot vote.',
    ['Six lamps', 'Firmware', 'Battery log of one month'],
  ],
  'attempt-staked-arbiter': [
    'Fog nets on the ridge: the arbiter backs the milestone',
    'The arbiter has a stake in the milestone that the builder disputes. It cannot rule, and the verdict of the votes stands.',
    ['Twelve nets', 'Litres per night for a month'],
  ],
  'attempt-own-stake': [
    'Bee hotels along the canal: backed by the builder alone',
    'The builder is its own only backer. It is paid its own stake and gains no reputation.',
    ['Thirty hotels', 'Occupancy counts'],
  ],
} as const satisfies Record<
  string,
  readonly [title: string, summary: string, deliverables: readonly string[]]
>

export function brief(key: keyof typeof briefs, builder: BuilderKey, windows: WindowsKey) {
  const [title, summary, deliverables] = briefs[key]
  return { key, builder, windows, title, summary, deliverables }
}
