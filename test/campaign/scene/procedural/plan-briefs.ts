import type { ScenePlan } from '../../../../src/campaign/scene/procedural/scene-plan.ts'

/** A brief and what its plan must hold; a member that is absent is not compared. */
export interface PlannedBrief {
  brief: string
  plan: Partial<ScenePlan>
}

/** Written before the rules of the planner. */
export const briefsBeforeTheRules: readonly PlannedBrief[] = [
  {
    brief: 'Launch of our summer cold brew, fresh morning light over the sea, navy and sand',
    plan: { family: 'ocean', season: 'summer', timeOfDay: 'dawn', mood: 'fresh', unshown: ['cold brew'] },
  },
  { brief: 'A red bicycle leaning against a wall', plan: { unshown: ['red bicycle'] } },
  {
    brief: 'Announcing our new mountain resort, snowy peaks at sunrise',
    plan: { family: 'mountains', season: 'winter', timeOfDay: 'dawn', unshown: [] },
  },
  {
    brief: 'Autumn sale: golden forest in the mist',
    plan: { family: 'forest', season: 'autumn', unshown: [] },
  },
  { brief: 'Silk scarves for the spring collection', plan: { family: 'fabric', season: 'spring' } },
  {
    brief: 'Fresh oranges and lemons in a bowl, bright summer day',
    plan: { family: 'fruit', season: 'summer', timeOfDay: 'day', unshown: [] },
  },
  {
    brief: 'City lights at night for our rooftop bar',
    plan: { family: 'skyline', timeOfDay: 'night' },
  },
  { brief: 'Desert retreats from 490 euros', plan: { family: 'dunes', unshown: [] } },
  {
    brief: 'White arches and stairs in the midday sun, Mediterranean architecture',
    plan: { family: 'architecture', timeOfDay: 'day', unshown: [] },
  },
  { brief: 'Minimal podium for our new serum', plan: { family: 'studio', unshown: ['serum'] } },
  {
    brief: 'Leaf shadows on a plaster wall, calm morning',
    plan: { family: 'gobo', mood: 'calm', timeOfDay: 'dawn', unshown: [] },
  },
  {
    brief: 'Abstract gradient in violet and teal for our AI platform',
    plan: { family: 'mesh', unshown: [] },
  },
  { brief: 'Layered paper cut hills in warm tones', plan: { family: 'papercut', mood: 'warm', unshown: [] } },
  { brief: 'Tropical leaves framing the page', plan: { family: 'botanical', unshown: [] } },
  {
    brief: 'Frosted glass and soft light for a fintech app',
    plan: { family: 'glass', unshown: [] },
  },
  {
    brief: 'A golden retriever running on the beach at sunset',
    plan: { family: 'ocean', timeOfDay: 'dusk', unshown: ['golden retriever'] },
  },
  {
    brief: 'Winter sale, cosy and warm, no people',
    plan: { season: 'winter', mood: 'warm', unshown: [] },
  },
  { brief: 'Our brand campaign', plan: { unshown: [] } },
  {
    brief: 'Ripe peaches on linen, late afternoon light',
    plan: { family: 'fruit', timeOfDay: 'dusk', unshown: ['linen'] },
  },
  {
    brief: 'Two children flying a kite over the dunes in the evening',
    plan: { family: 'dunes', timeOfDay: 'dusk', unshown: ['children', 'kite'] },
  },
  {
    brief: 'Pine forest at dawn, forest green and gold',
    plan: { family: 'forest', timeOfDay: 'dawn', unshown: [] },
  },
  {
    brief: 'New running shoes, bold and energetic',
    plan: { mood: 'bold', unshown: ['running shoes'] },
  },
  {
    brief: 'Christmas campaign for our skincare line, elegant, emerald and gold',
    plan: { season: 'winter', mood: 'elegant', unshown: [] },
  },
  {
    brief: 'Ocean waves under a full moon with a sailing boat',
    plan: { family: 'ocean', timeOfDay: 'night', unshown: ['sailing boat'] },
  },
]

export const briefsAfterTheRules: readonly PlannedBrief[] = [
  {
    brief: 'Sand, coral and navy tones for our swimwear',
    plan: { family: 'ocean', palette: ['#d9c2a0', '#f5765f', '#14284b'], unshown: ['swimwear'] },
  },
  {
    brief: 'Lavender silk, soft and elegant',
    plan: { family: 'fabric', palette: ['#b9a9de'], unshown: [] },
  },
  { brief: 'Orange gradient background for a data platform', plan: { family: 'mesh', palette: ['#f28627'] } },
  { brief: 'Three oranges', plan: { family: 'fruit', palette: [], unshown: [] } },
  {
    brief: 'Acme presents the new electric bicycle for city commuters',
    plan: { family: 'skyline', unshown: ['electric bicycle', 'commuters'] },
  },
  {
    brief: 'Visit Paris with us this autumn, Eiffel Tower at dusk',
    plan: {
      family: 'skyline',
      season: 'autumn',
      timeOfDay: 'dusk',
      unshown: ['Paris', 'Eiffel Tower'],
    },
  },
  {
    brief: 'A cup of coffee on a wooden table with steam rising, cosy winter morning',
    plan: {
      family: 'gobo',
      season: 'winter',
      timeOfDay: 'dawn',
      unshown: ['cup', 'coffee', 'wooden table', 'steam'],
    },
  },
  {
    brief: 'Yoga retreat in the mountains, calm misty dawn, no people',
    plan: { family: 'mountains', timeOfDay: 'dawn', mood: 'calm', unshown: [] },
  },
  {
    brief: 'Cherry red sports car driving through the desert at sunset',
    plan: { family: 'dunes', timeOfDay: 'dusk', unshown: ['Cherry red sports car'] },
  },
  { brief: 'No mountains, no snow: a quiet forest without animals', plan: { family: 'forest', unshown: [] } },
  { brief: 'A holiday for the whole family', plan: { family: 'ocean', season: 'summer', unshown: [] } },
  { brief: 'A family at the beach', plan: { family: 'ocean', unshown: ['family'] } },
  {
    brief: 'Investment banking, trustworthy, navy blue and grey',
    plan: { family: 'architecture', unshown: [] },
  },
  { brief: 'Save on car insurance', plan: { family: 'architecture', unshown: [] } },
  {
    brief: 'Black Friday deals on headphones',
    plan: { family: 'studio', season: 'autumn', unshown: ['headphones'] },
  },
  {
    brief: 'Back to school with crayons and notebooks',
    plan: { family: 'papercut', season: 'autumn', unshown: ['crayons', 'notebooks'] },
  },
  {
    brief: 'Introducing GlowSerum, a vitamin C serum for dry skin',
    plan: { unshown: ['vitamin C serum', 'skin'] },
  },
  { brief: 'Penguins on an iceberg', plan: { unshown: ['Penguins', 'iceberg'] } },
  {
    brief: 'Crystal ball and fluted glass, dreamy',
    plan: { family: 'glass', mood: 'romantic', unshown: [] },
  },
  { brief: 'Birch forest in the mist', plan: { family: 'forest', subjects: ['birch'], unshown: [] } },
  {
    brief: 'Cherries and plums, still life by candlelight',
    plan: { family: 'fruit', subjects: ['cherry', 'plum'], timeOfDay: 'night' },
  },
  {
    brief: 'You may fall in love with our 5 star hotel',
    plan: { family: 'architecture', mood: 'romantic', unshown: [] },
  },
  { brief: 'New year gym membership, energetic', plan: { family: 'mountains', season: 'winter' } },
  {
    brief: 'Layers of paper in peach and cream',
    plan: { family: 'papercut', palette: ['#fbc2a0', '#f4ead3'] },
  },
  {
    brief: 'Terracotta walls and blue sky, siesta at noon',
    plan: { family: 'architecture', timeOfDay: 'day', palette: ['#c4674a', '#2d68c4'], unshown: ['siesta'] },
  },
  { brief: 'Fashion week at Northwind, chic', plan: { family: 'fabric', mood: 'elegant', unshown: [] } },
  { brief: 'Wir feiern den Sommer am Meer', plan: { unshown: ['Wir feiern den Sommer am Meer'] } },
  { brief: 'A glass of lemonade on a terrace', plan: { unshown: ['glass of lemonade', 'terrace'] } },
  { brief: 'Blue hour over the rooftops', plan: { family: 'skyline', timeOfDay: 'dusk', unshown: [] } },
  { brief: '', plan: { unshown: [], palette: [] } },
]
