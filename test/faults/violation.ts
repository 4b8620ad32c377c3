/**
 * `lost`: confirmed or executed, but missing in the log. `doubled`: executed or requested twice.
 * `open`: without an outcome. `different`: two records disagree.
 */
export type ViolationKind = 'lost' | 'doubled' | 'open' | 'different';

export type Violation = { readonly kind: ViolationKind; readonly text: string };

export const lost = (text: string): Violation => ({ kind: 'lost', text });
export const doubled = (text: string): Violation => ({ kind: 'doubled', text });
export const open = (text: string): Violation => ({ kind: 'open', text });
export const different = (text: string): Violation => ({ kind: 'different', text });
