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

int oyna_curl_erases_memory(void) { return is_ours; }
#endif
