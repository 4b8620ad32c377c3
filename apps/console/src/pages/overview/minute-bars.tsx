type Props = { readonly counts: readonly number[]; readonly label: string };

const BAR = 4;
const HEIGHT = 48;

/** One bar per minute, the current one last, scaled to the highest bar. */
export const MinuteBars = ({ counts, label }: Props) => {
  const most = Math.max(1, ...counts);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${counts.length * BAR} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
    >
      <line x1={0} x2={counts.length * BAR} y1={HEIGHT} y2={HEIGHT} stroke="currentColor" />
      {counts.map((count, i) => {
        const height = (count / most) * (HEIGHT - 2);
        return (
          <rect
            key={i}
            x={i * BAR}
            y={HEIGHT - height}
            width={BAR - 1}
            height={height}
            fill="var(--mantine-color-anchor)"
          />
        );
      })}
    </svg>
  );
};
