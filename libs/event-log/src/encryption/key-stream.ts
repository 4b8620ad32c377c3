const PREFIX = 'person-key-';

/** Returns the name of the stream with a person's key in EventStoreDB. */
export const keyStreamOf = (person: string): string => PREFIX + person;

export const isKeyStream = (stream: string): boolean => stream.startsWith(PREFIX);

export const personOfKeyStream = (stream: string): string => stream.slice(PREFIX.length);
