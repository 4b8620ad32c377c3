type Counts = {
  readonly stuck: number;
  readonly failing: number;
  /** The pre-funded account does not cover what is on its way. */
  readonly short: boolean;
};

/** What the overview says, and whether it says so in the color of an alarm. */
export const standingOf = ({ stuck, failing, short }: Counts) => {
  const isAlarm = stuck > 0 || short;
  const parts = [
    ...(stuck > 0 ? [`${stuck} stuck`] : []),
    ...(failing > 0 ? [`${failing} failing and being tried again`] : []),
    ...(short ? ['deposits wait for the pre-funded account'] : []),
  ].join(', ');
  if (parts === '') return { isAlarm, words: 'Nothing needs attention.' };
  return { isAlarm, words: isAlarm ? `Alarm: ${parts}` : parts };
};
