/* inline.h: functions that are inlined always: small mathematics that is written once and unrolls where sizes are known. */
#ifndef BASE_INLINE_H
#define BASE_INLINE_H

/* Not with the address sanitizer: compiling would take minutes. */
#if defined(__SANITIZE_ADDRESS__)
#define INLINE static inline
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define INLINE static inline
#endif
#endif
#ifndef INLINE
#define INLINE static inline __attribute__((always_inline))
#endif

#endif
