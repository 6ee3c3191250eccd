#ifndef OYNA_CCURL_H
#define OYNA_CCURL_H
#ifdef __linux__
#include <curl/curl.h>

/* Swift imports no variadic functions: one for each kind of option. */
static inline CURLcode oyna_curl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode oyna_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

/* libcurl copies the text. */
static inline CURLcode oyna_curl_set_text(CURL *easy, CURLoption option, const char *text) {
  return curl_easy_setopt(easy, option, text);
}

/* The list lives as long as the handle. */
static inline CURLcode oyna_curl_set_headers(CURL *easy, struct curl_slist *headers) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*oyna_curl_callback)(char *bytes, size_t size, size_t count, void *context);

/* Where the body is read from, and where the answer's lines and bytes go. */
static inline void oyna_curl_set_callbacks(CURL *easy, void *context, oyna_curl_callback read,
                                           oyna_curl_callback header, oyna_curl_callback write) {
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
  curl_easy_setopt(easy, CURLOPT_READDATA, context);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, write);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline long oyna_curl_status(CURL *easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/* The result of the one transfer of a multi handle; -1 while it is not over. */
static inline int oyna_curl_result(CURLM *multi) {
  int left = 0;
  CURLMsg *message = curl_multi_info_read(multi, &left);
  return message && message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}

/* Whether libcurl took the memory functions of this module: nobody initialised it before. */
int oyna_curl_erases_memory(void);
#endif
#endif
