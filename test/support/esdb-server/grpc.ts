import { createRequire } from 'node:module';
import type * as Grpc from '@grpc/grpc-js';

/** The client's own copy of gRPC, wherever it is installed. */
const ofTheClient = createRequire(createRequire(import.meta.url).resolve('@eventstore/db-client'));

export const grpc = ofTheClient('@grpc/grpc-js') as typeof Grpc;
