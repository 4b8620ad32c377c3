/**
 * `lost`: promised or done, and not in the log. `doubled`: done or asked for twice. `open`: without
 * an outcome. `different`: two records do not say the same.
 */
export type ViolationKind = 'lost' | 'doubled' | 'open' | 'different';

export type Violation = { readonly kind: ViolationKind; readonly text: string };

export const lost = (text: string): Violation => ({ kind: 'lost', text });
export const doubled = (text: string): Violation => ({ kind: 'doubled', text });
export const open = (text: string): Violation => ({ kind: 'open', text });
export const different = (text: string): Violation => ({ kind: 'different', text });
