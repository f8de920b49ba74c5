import sharp from 'sharp'

// Blocks for the whole process all loaders of libvips (PDF, TIFF, HEIF, Magick, its own files) that are not needed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Svg'].map((name) => `VipsForeignLoad${name}`) })

/** sharp that loads PNG, JPEG, WebP and SVG only. */
export { sharp }
