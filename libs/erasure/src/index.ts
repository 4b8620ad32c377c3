export { EraseUser } from './erase-user/erase-user.command.js';
export { RecordErasure } from './erase-user/record-erasure.command.js';
export { ExportUser } from './export-user/export-user.command.js';
export { HoldUser } from './hold-user/hold-user.command.js';
