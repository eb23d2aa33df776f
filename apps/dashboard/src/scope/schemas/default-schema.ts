/** The schema that is listed until another is chosen (spec §9). Apart, because it belongs to addresses, which are read before anything is loaded. */
export const defaultSchema = 'public'
