/** A provider that is asked something has so long to answer, and so many bytes to do it in. */
export const providerDeadlineSeconds = 10
export const providerReplyBytesMax = 1024 * 1024
