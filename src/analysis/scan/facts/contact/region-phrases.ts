/** What wordings and area names stand for, as normal words. One word alone must be long enough to mean nothing else. */
export const regionPhrases: ReadonlyMap<string, string> = new Map([
  ...each(
    'worldwide',
    'worldwide|world wide shipping|ship worldwide|ships worldwide|around the world|all over the world|across the globe|weltweit|monde entier|dans le monde entier|en todo el mundo|in tutto il mondo|wereldwijd|over hele verden|over hela varlden|internationally',
  ),
  ...each(
    'EU',
    'across the eu|throughout the eu|eu wide|within the eu|in the eu|eu weit|european union|europaische union|union europeenne|in der gesamten eu|dans l union europeenne',
  ),
  ...each(
    'Europe',
    'across europe|throughout europe|all over europe|europe wide|europaweit|in ganz europa|partout en europe|dans toute l europe|en toda europa|in tutta europa|in heel europa|i hela europa|i hele europa|europe',
  ),
  ...each('DE', 'deutschlandweit|bundesweit|in ganz deutschland|throughout germany|across germany'),
  ...each('AT', 'osterreichweit|in ganz osterreich|across austria'),
  ...each('CH', 'schweizweit|in der ganzen schweiz|across switzerland|dans toute la suisse'),
  ...each(
    'GB',
    'across the uk|throughout the uk|uk wide|nationwide across the uk|across the united kingdom|across great britain|across england',
  ),
  ...each(
    'US',
    'across the us|across the united states|throughout the united states|all 50 states|across america',
  ),
  ...each('FR', 'dans toute la france|partout en france|across france|france entiere|france metropolitaine'),
  ...each('ES', 'en toda espana|por toda espana|across spain'),
  ...each('IT', 'in tutta italia|across italy'),
  ...each('NL', 'in heel nederland|across the netherlands|door heel nederland'),
  ...each('SE', 'i hela sverige|across sweden'),
  ...each('DK', 'i hele danmark|across denmark'),
  ...each('NO', 'i hele norge|across norway'),
  ...each('FI', 'koko suomessa|across finland'),
  ...each('PL', 'w calej polsce|na terenie calej polski|across poland'),
  ...each('CA', 'across canada'),
  ...each('AU', 'across australia|australia wide'),
  ...each('IE', 'across ireland|nationwide in ireland'),
])

function each(region: string, phrases: string): Array<readonly [string, string]> {
  return phrases.split('|').map((phrase) => [phrase, region] as const)
}
