type Test = { readonly fullName: string; readonly status: string };
type File = {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly Test[];
};
type Run = {
  readonly code: number;
  readonly report: { readonly testResults: readonly File[] } | null;
};

export const REPEATED_FILES_MAX: number;
export const filesToRepeat: (runs: readonly Run[]) => readonly string[];
export const withoutFlaky: (
  runs: readonly Run[],
  again: readonly File[],
) => {
  readonly runs: readonly Run[];
  readonly flaky: readonly { readonly name: string; readonly tests: readonly string[] }[];
};
export const countTests: (
  run: Run,
  isSelected?: boolean,
) => {
  readonly passed: number;
  readonly failed: number;
  readonly leftOut: readonly (Test & { readonly file: string })[];
};
