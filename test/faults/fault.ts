import type { FaultHarness } from './fault-harness.js';

/** `short` for each test run, `full` for the documented counts. */
export type Size = 'short' | 'full';

/** A fault that the service must survive. */
export type Fault = {
  /** Id in `docs/developers/faults.md`. A letter distinguishes forms of a fault. */
  readonly id: string;
  readonly title: string;
  /** Runs without the mixed load, because the fault sends its own requests. */
  readonly alone?: true;
  /**
   * Injects the fault and returns a description. Adds results that no fault excuses to the complaints
   * of the record. The ledgers are checked afterwards in any case.
   */
  run(harness: FaultHarness, size: Size): Promise<string>;
};

/** Injects the fault, under load unless it runs alone. */
export const injectFault = async (
  harness: FaultHarness,
  fault: Fault,
  size: Size,
): Promise<string> => {
  if (fault.alone !== true) harness.load.start();
  const did = await fault.run(harness, size);
  await harness.untilUp();
  await harness.calm();
  return did;
};
