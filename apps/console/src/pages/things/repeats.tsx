import { Time } from '../../ui/index.js';

type Props = { readonly times: number; readonly lastAt: string };

/** Behind what happened several times in a row. */
export const Repeats = ({ times, lastAt }: Props) =>
  times === 1 ? null : (
    <>
      , {times} times, last at <Time at={lastAt} seconds />
    </>
  );
