import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Props = AnchorProps & { readonly to: string; readonly children: ReactNode };

/** A link to another page of the console. */
export const PageLink = (props: Props) => <Anchor component={Link} {...props} />;
