/** Methods that the service needs of a logger; pino and Fastify's own fit. */
export type Logger = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
