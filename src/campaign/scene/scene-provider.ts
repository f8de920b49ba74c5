/** Source of a scene. */
export type SceneProvider = 'procedural' | 'image-model' | 'base-image' | 'product'

/** IPTC digital source type of each, for the file's metadata. @see https://cv.iptc.org/newscodes/digitalsourcetype */
export const digitalSourceTypes: Readonly<Record<SceneProvider, string>> = {
  procedural: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  'image-model': 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  product: 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
  'base-image': 'http://cv.iptc.org/newscodes/digitalsourcetype/composite',
}
