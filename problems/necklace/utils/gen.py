import os
import random
import sys

random.seed(int(os.environ["SIP_TEST_SEED"]))
print(random.randint(int(sys.argv[1]), int(sys.argv[2])))
