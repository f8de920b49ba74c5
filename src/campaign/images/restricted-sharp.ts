import sharp from 'sharp'

// Disables, for the whole process, every libvips loader that is not needed (PDF, TIFF, HEIF, Magick, its own format).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((name) => `VipsForeignLoad${name}`) })

/** sharp that loads PNG, JPEG, WebP and SVG only. */
export { sharp }
