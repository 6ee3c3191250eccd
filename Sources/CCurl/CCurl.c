/* libcurl keeps what it sends in buffers that it frees as they are. Here it is given memory functions
 * that overwrite what is freed (curl_global_init_mem), before the program begins: later calls of
 * curl_global_init, such as Foundation's own, only count. So URLSession's libcurl has them too. */
#define _GNU_SOURCE
#include "CCurl.h"

#ifdef __linux__
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static int is_ours = 0;

static void *allocate(size_t size) {
  is_ours = 1;
  return malloc(size);
}

static void *allocate_zeros(size_t count, size_t size) {
  is_ours = 1;
  return calloc(count, size);
}

static void erase_and_free(void *memory) {
  if (!memory) return;
  explicit_bzero(memory, malloc_usable_size(memory));
  free(memory);
}

/* Never in place of realloc's own move, which leaves the old bytes behind. */
static void *resize(void *memory, size_t size) {
  void *moved = malloc(size ? size : 1);
  if (!memory || !moved) return moved;
  size_t held = malloc_usable_size(memory);
  memcpy(moved, memory, held < size ? held : size);
  erase_and_free(memory);
  return moved;
}

__attribute__((constructor)) static void give_memory_functions(void) {
  curl_global_init_mem(CURL_GLOBAL_DEFAULT, allocate, erase_and_free, resize, strdup,
                       allocate_zeros);
}

/* A copy of a few dozen bytes goes through vector registers, and whoever calls a function of a shared
 * library for the first time has the dynamic linker put all of them on the stack (XSAVE in
 * _dl_runtime_resolve): so a secret came to lie on the stack of a thread that never held it. */
__attribute__((noinline)) void oyna_curl_erase_traces(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) {
    __asm__ volatile(
        "vpxord %%zmm16,%%zmm16,%%zmm16\n vpxord %%zmm17,%%zmm17,%%zmm17\n"
        "vpxord %%zmm18,%%zmm18,%%zmm18\n vpxord %%zmm19,%%zmm19,%%zmm19\n"
        "vpxord %%zmm20,%%zmm20,%%zmm20\n vpxord %%zmm21,%%zmm21,%%zmm21\n"
        "vpxord %%zmm22,%%zmm22,%%zmm22\n vpxord %%zmm23,%%zmm23,%%zmm23\n"
        "vpxord %%zmm24,%%zmm24,%%zmm24\n vpxord %%zmm25,%%zmm25,%%zmm25\n"
        "vpxord %%zmm26,%%zmm26,%%zmm26\n vpxord %%zmm27,%%zmm27,%%zmm27\n"
        "vpxord %%zmm28,%%zmm28,%%zmm28\n vpxord %%zmm29,%%zmm29,%%zmm29\n"
        "vpxord %%zmm30,%%zmm30,%%zmm30\n vpxord %%zmm31,%%zmm31,%%zmm31\n" ::: "memory");
  }
  if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroall" ::: "memory", "xmm0", "xmm1", "xmm2",
      "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
      "xmm14", "xmm15");
#endif
  unsigned char below[64 << 10];
  explicit_bzero(below, sizeof below);
}

int oyna_curl_erases_memory(void) { return is_ours; }
#endif
