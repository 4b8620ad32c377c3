import { Code } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { Time } from '../../ui/index.js';
import { attemptWords, attemptsWords } from './endpoint-words.js';

/** Requests of one delivery: the last result, and on demand each of them. */
export const Attempts = ({ attempts }: Pick<Schemas['WebhookDelivery'], 'attempts'>) =>
  attempts.length === 0 ? (
    attemptsWords(attempts)
  ) : (
    <details>
      <summary>{attemptsWords(attempts)}</summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <Time at={attempt.at} seconds />: {attemptWords(attempt)}
            {attempt.responseStart !== null && attempt.responseStart !== '' && (
              <Code block>{attempt.responseStart}</Code>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
