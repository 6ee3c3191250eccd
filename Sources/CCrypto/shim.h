#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/crypto.h>
#include <openssl/cms.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

// Stacks are macros, which Swift does not import.
static inline int oyna_certificate_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *oyna_certificate_at(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}
static inline void oyna_free_certificates(STACK_OF(X509) *stack) {
  sk_X509_pop_free(stack, X509_free);
}
static inline STACK_OF(X509) *oyna_one_certificate(X509 *certificate) {
  STACK_OF(X509) *stack = sk_X509_new_null();
  if (stack != NULL && X509_up_ref(certificate) == 1) {
    if (sk_X509_push(stack, certificate) > 0) return stack;
    X509_free(certificate);
  }
  sk_X509_free(stack);
  return NULL;
}
// The one signer of a message; NULL when it has none or several.
static inline CMS_SignerInfo *oyna_only_signer(CMS_ContentInfo *message) {
  STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(message);
  return sk_CMS_SignerInfo_num(signers) == 1 ? sk_CMS_SignerInfo_value(signers, 0) : NULL;
}
// The signing time of a signer; NULL when it has none.
static inline ASN1_TIME *oyna_signing_time(CMS_SignerInfo *signer) {
  ASN1_OBJECT *object = OBJ_nid2obj(NID_pkcs9_signingTime);
  int place = CMS_signed_get_attr_by_OBJ(signer, object, -1);
  if (place < 0) return NULL;
  ASN1_TYPE *value = X509_ATTRIBUTE_get0_type(CMS_signed_get_attr(signer, place), 0);
  if (value == NULL || (value->type != V_ASN1_UTCTIME && value->type != V_ASN1_GENERALIZEDTIME))
    return NULL;
  return (ASN1_TIME *)value->value.asn1_string;
}
