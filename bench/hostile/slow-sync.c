/* Preloaded into a server: while the file named by SLOW_SYNC_WHILE exists, fsync takes 300 ms. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void wait_as_asked(void) {
  const char *file = getenv("SLOW_SYNC_WHILE");
  if (file != NULL && access(file, F_OK) == 0) {
    struct timespec duration = {0, 300000000};
    nanosleep(&duration, NULL);
  }
}

int fsync(int descriptor) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_as_asked();
  return real(descriptor);
}

int fdatasync(int descriptor) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_as_asked();
  return real(descriptor);
}
