import type { CopyControls, LayoutName, Placement } from '../compose/controls.ts'
import type { PartName } from '../compose/copy/parts.ts'
import type { StoredRequest } from './plan-run.ts'

/** What a reviewer changes; copy and place of the logo stay where absent. */
export interface RevisionChanges {
  /** An empty part is removed. */
  text?: Pick<CopyControls, PartName>
  /** A name leaves that layout alone, without variants. */
  layout: LayoutName | 'auto'
  placement?: Placement
}

/** The request of a draft with the changes of its reviewer, as a request that revises it. */
export function revisedRequest(
  request: StoredRequest,
  revises: string,
  { text, layout, placement }: RevisionChanges,
): StoredRequest {
  const { layout: _, ...parameters } = request.parameters ?? {}
  return {
    ...request,
    parameters: {
      ...parameters,
      revises,
      ...(layout !== 'auto' && { layout, variants: 1 }),
      ...(placement !== undefined && { controls: { ...parameters.controls, placement } }),
    },
    ...(text !== undefined && { reviewed: { ...request.reviewed, ...text } }),
  }
}
