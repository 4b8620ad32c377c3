import type { FaultHarness } from './fault-harness.js';

/** `short` for every run of the tests, `full` for the figure to be reached. */
export type Size = 'short' | 'full';

/** One kind of harm from the list of faults that the service must survive. */
export type Fault = {
  /** As in `docs/developers/faults.md`; a letter tells forms of one fault apart. */
  readonly id: string;
  readonly title: string;
  /** No mixed load runs beside it: it sends what it needs itself. */
  readonly alone?: true;
  /**
   * Does the harm, and answers in words what was done. What no fault excuses goes to the record's
   * complaints; the books are checked afterwards in any case.
   */
  run(rig: FaultHarness, size: Size): Promise<string>;
};

/** Lets the fault do its harm, under the load unless it wants to be alone. */
export const suffer = async (rig: FaultHarness, fault: Fault, size: Size): Promise<string> => {
  if (fault.alone !== true) rig.load.start();
  const did = await fault.run(rig, size);
  await rig.untilUp();
  await rig.calm();
  return did;
};
