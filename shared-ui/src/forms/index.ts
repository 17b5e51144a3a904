/** One form engine for all screens: what is typed, what the server says about it, and that nothing typed is lost. */
export { useServerForm, type ServerForm, type ServerFormOptions } from './use-server-form';
export { FormField, useField, type FieldControl } from './form-field';
export { FormNotes } from './form-notes';
export { useForgetDrafts } from './use-forget-drafts';
export { useInPause } from './use-in-pause';
export { forgetDraft, layDraft, listDrafts } from './draft-store';
export { tellSaved, useSavedElsewhere } from './saves';
export { SILENT, type Problems, type Refusal } from './refusal';
export type { Typed } from './typed';
