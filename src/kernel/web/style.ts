import base from './styles/base.css' with { type: 'text' }
import components from './styles/components.css' with { type: 'text' }
import data from './styles/data.css' with { type: 'text' }
import forms from './styles/forms.css' with { type: 'text' }
import media from './styles/media.css' with { type: 'text' }
import site from './styles/site.css' with { type: 'text' }
import tokens from './styles/tokens.css' with { type: 'text' }

/** The style of all pages; one that belongs to a page alone stands after it and uses its tokens. */
export const style = [tokens, base, site, components, forms, data, media].join('\n')
