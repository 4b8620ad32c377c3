type Counts = {
  readonly stuck: number;
  readonly failing: number;
  /** Whether the pre-funded account does not cover the deposits in flight. */
  readonly short: boolean;
};

/** Returns the words of the overview, and whether they are an alarm. */
export const standingOf = ({ stuck, failing, short }: Counts) => {
  const isAlarm = stuck > 0 || short;
  const parts = [
    ...(stuck > 0 ? [`${stuck} stuck`] : []),
    ...(failing > 0 ? [`${failing} failing and being retried`] : []),
    ...(short ? ['deposits wait for the pre-funded account'] : []),
  ].join(', ');
  if (parts === '') return { isAlarm, words: 'Nothing needs attention.' };
  return { isAlarm, words: isAlarm ? `Alarm: ${parts}` : parts };
};
