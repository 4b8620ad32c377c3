import {
  Button,
  Group,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  TextInput,
  type TextInputProps,
  Textarea,
} from '@mantine/core';
import { type ReactNode, createContext, useContext } from 'react';
import { fieldError } from '../api/api-error.js';
import { type Fields, formOf } from './form.js';
import { Problem } from './problem.js';

const FormError = createContext<Error | null>(null);

type FormProps = {
  readonly error: Error | null;
  /** Fields that show their errors, by their names in the service. */
  readonly shown: readonly string[];
  readonly onSend: (fields: Fields) => void;
  readonly children: ReactNode;
};

/** A form with the error of the last request above its fields. */
export const Form = ({ error, shown, onSend, children }: FormProps) => (
  <FormError value={error}>
    <form onSubmit={formOf(onSend)}>
      <Stack>
        {error !== null && <Problem error={error} shown={shown} />}
        {children}
      </Stack>
    </form>
  </FormError>
);

type Named = { readonly name: string };

/** A required field of a form, with its error from the API. */
export const TextField = (props: TextInputProps & Named) => (
  <TextInput required {...props} error={useFieldError(props.name) ?? props.error} />
);

export const PasswordField = (props: PasswordInputProps & Named) => (
  <PasswordInput required {...props} error={useFieldError(props.name) ?? props.error} />
);

/** Field for the reason of an action. */
export const Reason = ({
  label = 'Reason',
  description = 'Recorded in the log, with your name.',
}) => (
  <Textarea
    name="reason"
    label={label}
    description={description}
    required
    maxLength={500}
    autosize
    data-autofocus
    error={useFieldError('reason')}
  />
);

const useFieldError = (name: string): string | undefined => fieldError(useContext(FormError), name);

type SearchProps = TextInputProps & {
  readonly onSearch: (text: string) => void;
  /** Further filters. */
  readonly children?: ReactNode;
};

/** A search by a text, with a button. */
export const Search = ({ onSearch, children, ...input }: SearchProps) => (
  <form role="search" onSubmit={formOf(({ text = '' }) => onSearch(text))}>
    <Group align="flex-end">
      {children}
      <TextInput name="text" type="search" w={{ base: '100%', xs: 400 }} {...input} />
      <Button type="submit" variant="default">
        Search
      </Button>
    </Group>
  </form>
);
