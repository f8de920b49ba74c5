import { classOf, nearest } from './dom-tree.ts'
import { oncePerPage } from './once-per-page.ts'
import type { Page, PageLink } from './page.ts'

const pictureTags = ['img', 'svg', 'picture', 'i', 'input', 'button']
/** Class names of elements that show an icon by their style alone. */
const iconName =
  /(?:^|[\s_-])(?:icons?|ico|fa[brsl]?|bi|mdi|glyphicon|material|dashicons)(?:$|[\s_-])|mail|phone|envelope/i

/** Whether a link has anything to click: text, an image, or a label. */
export function showsSomething(page: Page, link: PageLink): boolean {
  return link.text !== '' || link.element.localName === 'area' || linksWithPictures(page).has(link.element)
}

const linksWithPictures = oncePerPage((page): ReadonlySet<Element> => {
  const icons = page.all('[class]').filter((element) => iconName.test(classOf(element).slice(0, 200)))
  const pictures = [...pictureTags.flatMap((name) => page.all(name)), ...icons]
  const links = pictures.filter((element) => page.isVisible(element)).map((element) => nearest(element, 'a'))
  return new Set(links.filter((link) => link !== null))
})
