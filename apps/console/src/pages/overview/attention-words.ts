type Counts = { readonly stuck: number; readonly failing: number };

/** What the overview says, and whether it says so in the color of an alarm. */
export const standingOf = ({ stuck, failing }: Counts) => {
  const parts = [
    ...(stuck > 0 ? [`Alarm: ${stuck} stuck`] : []),
    ...(failing > 0 ? [`${failing} failing and being tried again`] : []),
  ];
  return {
    isAlarm: stuck > 0,
    words: parts.length === 0 ? 'Nothing needs attention.' : parts.join(', '),
  };
};
