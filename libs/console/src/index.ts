export { type NamedEntry, withNames } from './attention/attention-names.js';
export { namingWhoClosed } from './attention/who-closed.js';
export { consoleProjector } from './console.projector.js';
export { OVERVIEW_SOURCES, type OverviewSources } from './overview/overview-sources.js';
