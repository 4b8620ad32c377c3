import { Time } from '../../ui/index.js';

type Props = { readonly times: number; readonly lastAt: string };

/** Shows the number of consecutive repeats. */
export const RepeatCount = ({ times, lastAt }: Props) =>
  times === 1 ? null : (
    <>
      , {times} times, last at <Time at={lastAt} seconds />
    </>
  );
