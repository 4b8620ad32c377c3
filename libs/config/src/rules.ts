import { ownValue } from '#kernel/own-value.js';

/** Reads the text of one variable. Throws `Wrong` when the text is not allowed. */
export type Rule<Value> = (text: string) => Value;

/** Sentences that follow the name of the variable. */
export class Wrong extends Error {
  override readonly name = 'Wrong';
  readonly sentences: readonly string[];

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

export const text: Rule<string> = (given) => given;

export const matching =
  (isAllowed: (given: string) => boolean, sentence: string): Rule<string> =>
  (given) => {
    if (!isAllowed(given)) throw new Wrong(sentence);
    return given;
  };

export const oneOf =
  <Word extends string>(...words: readonly Word[]): Rule<Word> =>
  (given) => {
    if (!(words as readonly string[]).includes(given))
      throw new Wrong(`must be one of ${words.join(', ')}`);
    return given as Word;
  };

export const wholeNumber = (
  least: number,
  most: number,
  sentence = `must be a whole number from ${least} to ${most}`,
): Rule<number> => {
  return (given) => {
    const number = Number(given);
    if (!Number.isInteger(number) || number < least || number > most) throw new Wrong(sentence);
    return number;
  };
};

const isHttp = (given: string): boolean =>
  URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);

export const httpAddress = matching(isHttp, 'must be an http:// or https:// address');

/** A variable: its rule, and its value when the environment lacks it. */
type Setting<Value, Default> = { readonly rule: Rule<Value>; readonly byDefault: Default };

export const optional = <Value>(rule: Rule<Value>): Setting<Value, undefined> => ({
  rule,
  byDefault: undefined,
});

export const setting = <Value>(
  rule: Rule<Value>,
  byDefault: NoInfer<Value>,
): Setting<Value, Value> => ({
  rule,
  byDefault,
});

type Settings = Readonly<Record<string, Setting<unknown, unknown>>>;

export type Values<Of extends Settings> = {
  readonly [Name in keyof Of]: ReturnType<Of[Name]['rule']> | Of[Name]['byDefault'];
};

/** Reads all variables. An empty variable counts as absent. `mistakes` has one line per mistake. */
export const readVariables = <Of extends Settings>(
  settings: Of,
  env: NodeJS.ProcessEnv,
): { readonly values: Values<Of>; readonly mistakes: readonly string[] } => {
  const mistakes: string[] = [];
  const read = (name: string, { rule, byDefault }: Setting<unknown, unknown>): unknown => {
    const given = ownValue(env, name);
    if (given === undefined || given === '') return byDefault;
    try {
      return rule(given);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      mistakes.push(...error.sentences.map((sentence) => `${name}: ${sentence}`));
      return byDefault;
    }
  };
  const values = Object.entries(settings).map(([name, each]) => [name, read(name, each)]);
  return { values: Object.fromEntries(values) as Values<Of>, mistakes };
};
